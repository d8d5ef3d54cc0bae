// What was typed otherwise than keys would have typed it is read by the server alone, which says how they would.
const readings = new Map();
companion.canonical = (field) => readings.get(field.value.trim()) ?? field.value.trim();
document.addEventListener("read", ({ detail }) => {
  for (const [typed, canonical] of Object.entries(detail.texts)) readings.set(typed, canonical);
}, { signal });
