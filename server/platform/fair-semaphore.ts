/** Who wants a turn: a member of a group, such as a payment of a shop. */
export type Claimant = { readonly group: string; readonly member: string };

export type FairLimits = {
  readonly atATime: number;
  readonly perGroup: number;
  readonly perMember: number;
  readonly waiting: number;
  readonly waitingPerGroup: number;
  readonly waitingPerMember: number;
};

/** `full`: too many wait already, of all groups. `own_share`: too many of the same group or member do. */
export type Refusal = 'full' | 'own_share';

export type FairSemaphore = {
  readonly run: <Result>(claimant: Claimant, work: () => Promise<Result>) => Promise<Result>;
  /** What waits is refused with the reason. */
  readonly refuseWaiting: (reason: Error) => void;
};

type Job = {
  readonly claimant: Claimant;
  readonly start: () => Promise<unknown>;
  readonly refuse: (reason: Error) => void;
};

const counter = () => {
  const counts = new Map<string, number>();
  return {
    of: (key: string): number => counts.get(key) ?? 0,
    add: (key: string, change: 1 | -1): void => {
      const count = (counts.get(key) ?? 0) + change;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
};

const memberKey = ({ group, member }: Claimant): string => `${group} ${member}`;

/** By when each had its last turn. */
const longestWithout = <Value>(
  entries: readonly (readonly [key: string, value: Value])[],
  lastTurns: ReadonlyMap<string, number>,
): Value | undefined => {
  const [first, ...others] = entries;
  const turnOf = (key: string): number => lastTurns.get(key) ?? 0;
  return others.reduce((longest, entry) => (turnOf(entry[0]) < turnOf(longest[0]) ? entry : longest), first!)?.[1];
};

/** Who has waited how long for what, and who has had how much. */
const createQueue = (limits: FairLimits) => {
  const queue = new Map<string, Map<string, Job[]>>();
  const [runningGroups, runningMembers, waitingGroups, waitingMembers] = [counter(), counter(), counter(), counter()];
  /** When each had its last turn, as long as it waits or works. */
  const lastTurns = new Map<string, number>();
  let [running, waiting, turn] = [0, 0, 0];

  const countWaiting = ({ claimant }: Job, change: 1 | -1): void => {
    waiting += change;
    waitingGroups.add(claimant.group, change);
    waitingMembers.add(memberKey(claimant), change);
  };

  const leave = (job: Job): void => {
    const { group, member } = job.claimant;
    const members = queue.get(group)!;
    const jobs = members.get(member)!;
    jobs.splice(jobs.indexOf(job), 1);
    if (jobs.length === 0) members.delete(member);
    if (members.size === 0) queue.delete(group);
    countWaiting(job, -1);
  };

  return {
    leave,
    all: (): readonly Job[] => [...queue.values()].flatMap((members) => [...members.values()].flat()),
    enqueue: (job: Job): void => {
      const { group, member } = job.claimant;
      const members = queue.get(group) ?? new Map<string, Job[]>();
      queue.set(group, members.set(member, [...(members.get(member) ?? []), job]));
      countWaiting(job, 1);
    },
    /** Of the group that has waited for longest, and within it of the member that has; null where none may begin. */
    next: (): Job | null => {
      if (running >= limits.atATime) return null;
      const candidates = [...queue].flatMap(([group, members]) => {
        if (runningGroups.of(group) >= limits.perGroup) return [];
        const free = [...members.values()]
          .map((jobs) => [memberKey(jobs[0]!.claimant), jobs[0]!] as const)
          .filter(([key]) => runningMembers.of(key) < limits.perMember);
        const job = longestWithout(free, lastTurns);
        return job === undefined ? [] : [[group, job] as const];
      });
      return longestWithout(candidates, lastTurns) ?? null;
    },
    begin: (job: Job): void => {
      const [group, member] = [job.claimant.group, memberKey(job.claimant)];
      leave(job);
      running += 1;
      turn += 1;
      lastTurns.set(group, turn).set(member, turn);
      runningGroups.add(group, 1);
      runningMembers.add(member, 1);
    },
    end: ({ claimant }: Job): void => {
      const [group, member] = [claimant.group, memberKey(claimant)];
      running -= 1;
      runningGroups.add(group, -1);
      runningMembers.add(member, -1);
      if (waitingGroups.of(group) + runningGroups.of(group) === 0) lastTurns.delete(group);
      if (waitingMembers.of(member) + runningMembers.of(member) === 0) lastTurns.delete(member);
    },
    isWaiting: (job: Job): boolean => queue.get(job.claimant.group)?.get(job.claimant.member)?.includes(job) === true,
    /** Why one more that waits is too many; null when it is not. */
    excess: ({ claimant }: Job): Refusal | null => {
      if (waitingGroups.of(claimant.group) > limits.waitingPerGroup) return 'own_share';
      if (waitingMembers.of(memberKey(claimant)) > limits.waitingPerMember) return 'own_share';
      return waiting > limits.waiting ? 'full' : null;
    },
  };
};

/**
 * So many at a time, in turn by group and, within a group, by member: a claimant of a thousand turns waits for a thousand
 * turns, and delays no other by more than one. What a group may take at once can be less than there is, so that there is
 * room for the next one at any time.
 */
export const createFairSemaphore = (limits: FairLimits, refusal: (reason: Refusal) => Error): FairSemaphore => {
  const queue = createQueue(limits);
  const goOn = (): void => {
    for (let job = queue.next(); job !== null; job = queue.next()) {
      const begun = job;
      queue.begin(begun);
      void begun.start().finally(() => {
        queue.end(begun);
        goOn();
      });
    }
  };
  return {
    run: (claimant, work) =>
      new Promise((resolve, reject) => {
        const start = async (): Promise<void> => work().then(resolve, reject);
        const job: Job = { claimant, start, refuse: reject };
        queue.enqueue(job);
        goOn();
        // Only who really has to wait is refused.
        const excess = queue.isWaiting(job) ? queue.excess(job) : null;
        if (excess === null) return;
        queue.leave(job);
        job.refuse(refusal(excess));
      }),
    refuseWaiting: (reason) => {
      for (const job of queue.all()) {
        queue.leave(job);
        job.refuse(reason);
      }
    },
  };
};
