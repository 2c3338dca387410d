import type {ToolRegistry} from '../../../src/registry/tool-registry.js';
import type {Question} from './questions.js';

/** How well questions are answered. */
export interface Relevance {
  readonly questions: number;
  /** Share of the questions whose first answer is right. */
  readonly hitAt1: number;
  /** Share of the questions with a right answer among the first three. */
  readonly hitAt3: number;
  /** Mean of 1 / rank of the first right answer among ten. */
  readonly mrr: number;
  /** Questions without a right answer among the first three, each with what was answered. */
  readonly missed: readonly string[];
}

/** Asks all questions and compares the answers with the right ones. */
export function measure(registry: ToolRegistry, questions: readonly Question[]): Relevance {
  const missed: string[] = [];
  let [first, three, reciprocal] = [0, 0, 0];
  for (const {text, right} of questions) {
    const names = registry.searchTools(text, {limit: 10}).map(({name}) => name);
    const rank = names.findIndex((name) => right.includes(name)) + 1;
    if (rank === 1) first++;
    if (rank >= 1 && rank <= 3) three++;
    else missed.push(`${text}: ${names.slice(0, 3).join(', ')}`);
    if (rank >= 1) reciprocal += 1 / rank;
  }
  const questionsAsked = questions.length;
  return {
    questions: questionsAsked,
    hitAt1: first / questionsAsked,
    hitAt3: three / questionsAsked,
    mrr: reciprocal / questionsAsked,
    missed,
  };
}
