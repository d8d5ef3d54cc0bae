// A question has the focus. Its bar, where it would leave no room, scrolls along and has taken it out of sight.
document.querySelector(".problem:focus")?.scrollIntoView({ block: "center" });
