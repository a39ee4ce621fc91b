// Shows a tap that was not entered: beside the server's notice, or in place of the question.

// `isOvertaken`: another phone entered something in its place, so that it is not to be tapped again.
export function showNotEntered(labels, isOvertaken) {
  const heading = document.querySelector(".panel .say");
  const template = document.querySelector("template#not-entered");
  const words = template?.content.cloneNode(true);
  if (!heading || !words) return;
  const text = words.querySelector("b");
  text.textContent = text.textContent.replace("{}", () => labels.join(", "));
  if (heading.matches(".note:not(:has(b[data-keys]))")) return heading.querySelector("p").append(" ", text);
  if (isOvertaken) text.nextSibling.data = ` ${template.dataset.overtaken}`;
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
