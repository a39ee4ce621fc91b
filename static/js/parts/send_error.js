// Shows what could not be sent. The input stays, and its key makes a second try safe.
import { restoreSent } from "./dice_pad.js";

// `more` replaces the advice of the text.
export function showSendError(name, more) {
  document.dispatchEvent(new Event("send:error"));
  document.querySelectorAll(".sent").forEach((each) => each.classList.remove("sent"));
  restoreSent();
  const template = document.querySelector(`template#${name}`);
  const heading = document.querySelector(".panel .say");
  if (!template || !heading) return;
  heading.className = "say note bad";
  heading.setAttribute("role", "status");
  // the question about a pending line is still open
  heading.replaceChildren(template.content.cloneNode(true), ...heading.querySelectorAll("[data-line]"));
  if (more) heading.querySelector("p").lastChild.data = ` ${more}`;
  document.querySelector("#live")?.replaceChildren(heading.textContent);
}
