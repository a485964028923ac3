import type { Call, Specification } from './checker.ts';

/** Every choice of some of the first `size` numbers, in every order. */
const everyOrder = (size: number): readonly (readonly number[])[] => {
  const longer = (order: readonly number[]): (readonly number[])[] => [
    order,
    ...Array.from({ length: size }, (_, call) => call)
      .filter((call) => !order.includes(call))
      .flatMap((call) => longer([...order, call])),
  ];
  return longer([]);
};

const remembered = new Map<number, readonly (readonly number[])[]>();

const ordersOf = (size: number): readonly (readonly number[])[] => {
  const orders = remembered.get(size) ?? everyOrder(size);
  remembered.set(size, orders);
  return orders;
};

const isComplete = <What>(calls: readonly Call<What>[], order: readonly number[]): boolean =>
  calls.every(
    ({ until, isOptional }, call) => isOptional === true || until === Number.POSITIVE_INFINITY || order.includes(call),
  );

/** No call comes after one that began when it was over. */
const isInTime = <What>(calls: readonly Call<What>[], order: readonly number[]): boolean =>
  order.every((call, place) => order.slice(0, place).every((earlier) => calls[earlier]!.from <= calls[call]!.until));

const drifted = <State, What>(spec: Specification<State, What>, states: readonly State[]): State[] => {
  const all = new Map(states.map((state) => [JSON.stringify(state), state]));
  // A map yields what is added to it meanwhile, so this goes on until nothing new is reached.
  for (const state of all.values()) for (const next of spec.drift(state)) all.set(JSON.stringify(next), next);
  return [...all.values()];
};

const isAllowed = <State, What>(
  spec: Specification<State, What>,
  calls: readonly Call<What>[],
  order: readonly number[],
): boolean => {
  let states: readonly State[] = [spec.initial];
  for (const call of order) states = drifted(spec, states).flatMap((state) => spec.after(state, calls[call]!.what));
  return states.length > 0;
};

/** What linearizable means, word for word and at any price: some order of some of the calls explains them. */
export const isLinearizableBySomeOrder = <State, What>(
  spec: Specification<State, What>,
  calls: readonly Call<What>[],
): boolean =>
  ordersOf(calls.length).some(
    (order) => isComplete(calls, order) && isInTime(calls, order) && isAllowed(spec, calls, order),
  );
