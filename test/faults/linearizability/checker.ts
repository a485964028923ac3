/** Something that takes effect at one moment between two others, or, where its outcome is not known, perhaps never. */
export type Call<What> = {
  readonly what: What;
  readonly from: number;
  /** Infinity: it was never answered, so it may take effect at any time, or never. */
  readonly until: number;
  /** It may take effect until then, but need not. */
  readonly isOptional?: boolean;
};

/** What one thing does when its calls come one after another. States are compared as JSON. */
export type Specification<State, What> = {
  readonly initial: State;
  /** The states in which a call may leave this one, and none where it cannot take effect in it with its answer. */
  readonly after: (state: State, what: What) => readonly State[];
  /** Where it may go from here by itself. */
  readonly drift: (state: State) => readonly State[];
};

export type Violation<State, What> = {
  /** The calls of the shortest beginning of the history that nothing explains; some were not answered yet. */
  readonly prefix: readonly Call<What>[];
  /** Whose answer nothing explains. */
  readonly unexplained: Call<What>;
  /** All that the history before this answer may have led to. */
  readonly possible: readonly State[];
};

/** One explanation of the history so far: the state, and which of the open calls have taken effect already. */
type Explanation<State> = { readonly state: State; readonly effective: ReadonlySet<number> };
type Explanations<State> = Map<string, Explanation<State>>;

const add = <State>(to: Explanations<State>, state: State, effective: ReadonlySet<number>): boolean => {
  const key = `${[...effective].sort((one, other) => one - other).join()} ${JSON.stringify(state)}`;
  if (to.has(key)) return false;
  to.set(key, { state, effective });
  return true;
};

/** Every explanation in which the call has taken effect, after any of the other open calls. */
const takeEffect = <State, What>(
  spec: Specification<State, What>,
  calls: readonly Call<What>[],
  open: ReadonlySet<number>,
  before: Explanations<State>,
  answered: number,
): Explanations<State> => {
  const seen: Explanations<State> = new Map();
  const done: Explanations<State> = new Map();
  const waiting: Explanation<State>[] = [];
  const reach = (state: State, effective: ReadonlySet<number>): void => {
    if (add(seen, state, effective)) waiting.push({ state, effective });
  };
  for (const { state, effective } of before.values()) {
    if (effective.has(answered)) add(done, state, new Set([...effective].filter((call) => call !== answered)));
    else reach(state, effective);
  }
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { state, effective } = next;
    for (const drifted of spec.drift(state)) reach(drifted, effective);
    for (const call of open) {
      if (effective.has(call)) continue;
      for (const left of spec.after(state, calls[call]!.what)) {
        if (call === answered) add(done, left, effective);
        else reach(left, new Set([...effective, call]));
      }
    }
  }
  return done;
};

/** Beginnings and ends in the order of time. Calls that only touch are concurrent: a beginning comes before an end. */
const momentsOf = (calls: readonly Call<unknown>[]) =>
  calls
    .flatMap(({ from, until }, call) => [
      { call, at: from, isEnd: false },
      ...(until === Number.POSITIVE_INFINITY ? [] : [{ call, at: until, isEnd: true }]),
    ])
    .sort((one, other) => one.at - other.at || Number(one.isEnd) - Number(other.isEnd));

/**
 * Whether each call can be given one moment between its beginning and its end so that all of them, one after another, do
 * what the specification says; null: they can. Goes through the history in time and keeps every explanation of what
 * has been answered (Wing and Gong's search, with Lowe's memory and his linearization just in time), so the first answer
 * without an explanation ends the shortest beginning that has none.
 */
export const findViolation = <State, What>(
  spec: Specification<State, What>,
  calls: readonly Call<What>[],
): Violation<State, What> | null => {
  let explanations: Explanations<State> = new Map();
  add(explanations, spec.initial, new Set());
  const open = new Set<number>();
  for (const { call, at, isEnd } of momentsOf(calls)) {
    if (!isEnd) {
      open.add(call);
      continue;
    }
    const next = takeEffect(spec, calls, open, explanations, call);
    if (calls[call]!.isOptional === true) {
      for (const { state, effective } of explanations.values()) if (!effective.has(call)) add(next, state, effective);
    }
    if (next.size === 0) {
      const prefix = calls.filter(({ from }) => from <= at);
      const possible = [...new Set([...explanations.values()].map(({ state }) => JSON.stringify(state)))];
      return { prefix, unexplained: calls[call]!, possible: possible.map((text) => JSON.parse(text) as State) };
    }
    open.delete(call);
    explanations = next;
  }
  return null;
};

/** A violation for people: the calls in the order of their beginning, and what was possible before the last answer. */
export const describeViolation = <State, What>({ prefix, unexplained, possible }: Violation<State, What>): string => {
  const began = Math.min(...prefix.map(({ from }) => from));
  const time = (at: number): string => (at > unexplained.until ? 'open' : (at - began).toFixed(3));
  const lines = [...prefix]
    .sort((one, other) => one.from - other.from)
    .map((call) => {
      const mark = call === unexplained ? '>' : ' ';
      return `${mark} ${time(call.from)} to ${time(call.until)}  ${JSON.stringify(call.what)}`;
    });
  return [
    ...lines,
    'What was possible before that answer:',
    ...possible.map((state) => `  ${JSON.stringify(state)}`),
  ].join('\n');
};
