/** What a person of the house may do: look, help merchants, or everything. */
export type OperatorRole = 'viewer' | 'support' | 'admin';

/** Who changes something by hand. The entrance that knows the person makes it; use cases know no other identity. */
export type Operator = {
  /** What the audit log says, such as `cli:anna`. */
  readonly name: string;
  readonly role: OperatorRole;
};

/** Whom the audit log names: an operator, or a part of the house that follows a rule, such as `feed:cbr`. */
export type Actor = Operator | { readonly name: string; readonly role: 'rule' };
