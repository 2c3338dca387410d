// Where links lead: every export has a heading of its own on the page of its topic, and its members are found there too.
import {ReflectionKind} from 'typedoc';
import {ModuleRouter} from 'typedoc-plugin-markdown';
import {anchorsOf} from './sections.mjs';

export class ReferenceRouter extends ModuleRouter {
  #anchors = new Map();

  buildAnchors(target, page) {
    if (target.kindOf(ReflectionKind.Module)) return;
    const anchor = target.parent === page ? this.#anchorOf(target, page) : this.anchors.get(target.parent);
    if (anchor === undefined) return;
    this.anchors.set(target, anchor);
    this.fullUrls.set(target, `${this.fullUrls.get(page)}#${anchor}`);
    target.traverse((child) => {
      this.buildAnchors(child, page);
      return true;
    });
  }

  #anchorOf(target, page) {
    if (!page.kindOf(ReflectionKind.Module)) return undefined;
    if (!this.#anchors.has(page)) this.#anchors.set(page, anchorsOf(page));
    return this.#anchors.get(page).get(target.name);
  }
}
