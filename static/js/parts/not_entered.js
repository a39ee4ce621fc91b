// Shows a tap that was not entered: beside the server's notice, or in place of the question.

// `why`: where the tap is not to be repeated.
export function showNotEntered(labels, why) {
  const heading = document.querySelector(".panel .say");
  const words = document.querySelector("template#not-entered")?.content.cloneNode(true);
  if (!heading || !words) return;
  const text = words.querySelector("b");
  text.textContent = text.textContent.replace("{}", () => labels.join(", "));
  if (heading.matches(".note:not(:has(b[data-keys]))")) return heading.querySelector("p").append(" ", text);
  if (why) text.nextSibling.data = ` ${why}`;
  const line = Number(document.querySelector("#pad [name=line]")?.value);
  if (line) words.querySelector("a").setAttribute("href", `?line=${line}&right=1`);
  const note = document.createElement("div");
  note.className = "say note bad";
  note.id = "note";
  note.setAttribute("role", "status");
  note.append(words);
  const who = heading.querySelector("#who") ?? document.querySelector(".panel > #who");
  who?.classList.add("vh");
  heading.replaceWith(...[who, note].filter(Boolean));
}
