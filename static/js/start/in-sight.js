// What is wrong has the focus. A bar that scrolls along where it would leave no room has taken it out of sight.
document.querySelector(":focus")?.scrollIntoView({ block: "center" });
