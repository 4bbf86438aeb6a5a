// Elements without a browser, for tests of modules that build a few and listen to them.

/** Whether an element has the attribute that a selector such as `[data-part="words"]` names. */
const isNamed = ({attributes}, selector) => {
  const [, name, value] = /^\[([\w-]+)="(.*)"\]$/.exec(selector);
  return attributes[name] === value;
};

export class StubElement {
  attributes = {};
  children = [];
  dataset = {};
  style = {setProperty: () => {}};
  classList = {toggle: () => {}};
  listeners = {};

  setAttribute(name, value) {
    this.attributes[name] = value;
  }

  toggleAttribute() {}

  append(...children) {
    this.children.push(...children);
  }

  replaceChildren(...children) {
    this.children = children;
  }

  querySelector(selector) {
    for (const child of this.children) {
      if (!(child instanceof StubElement)) continue;
      const found = isNamed(child, selector) ? child : child.querySelector(selector);
      if (found) return found;
    }
    return null;
  }

  addEventListener(name, listen) {
    this.listeners[name] = listen;
  }
}

/** Give a test a document that makes such elements, until the test ends. */
export const withDocument = (context, changes = {}) => {
  const createElement = () => new StubElement();
  globalThis.document = /** @type {any} */ ({createElement, createElementNS: createElement, ...changes});
  context.after(() => Reflect.deleteProperty(globalThis, 'document'));
};
