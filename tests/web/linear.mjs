// Loaded before html-validate: its list of all elements below one copies a growing array at every element, and it asks for the
// list of the whole page anew for each id that is looked for, which together takes most of the time over a report of 30,000
// elements. The same elements in the same order, each put in once; the page's own lists are kept until an element is added.
import { HtmlElement } from "html-validate";

const ELEMENT = 1; // nodeType
let version = 0;
const nodes = Object.getPrototypeOf(HtmlElement.prototype);
for (const name of ["append", "insertBefore", "removeChild"]) {
  const own = nodes[name];
  nodes[name] = function (...given) {
    version++;
    return own.apply(this, given);
  };
}

function elements(top, tag) {
  const found = [], any = tag === "*", lower = tag.toLowerCase();
  const below = (element) => {
    for (const child of element.childNodes) {
      if (child.nodeType !== ELEMENT) continue;
      if (any || child.tagName === lower || child.tagName.toLowerCase() === lower) found.push(child);
      if (child.childNodes.length > 0) below(child);
    }
  };
  below(top);
  return found;
}

const kept = new WeakMap(); // of a page: the version and its lists by tag
HtmlElement.prototype.getElementsByTagName = function (tag) {
  if (this.parent) return elements(this, tag);
  let lists = kept.get(this);
  if (lists?.version !== version) kept.set(this, (lists = { version, of: new Map() }));
  if (!lists.of.has(tag)) lists.of.set(tag, elements(this, tag));
  return [...lists.of.get(tag)];
};
