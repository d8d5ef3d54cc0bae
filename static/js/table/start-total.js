// A total that is typed is the chosen one; another choice empties it.
const total = document.querySelector(".seating-start [name='total']");
total?.addEventListener("input", () => { total.form.elements.start.value = "other"; });
total?.closest("fieldset").addEventListener("change", ({ target }) => { if (target.name === "start" && target.value !== "other") total.value = ""; });
