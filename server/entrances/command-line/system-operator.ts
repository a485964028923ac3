import { userInfo } from 'node:os';
import type { Operator } from '#features/access';

/** Who may run this command with these settings may do everything to this database anyway. */
export const systemOperator = (): Operator => ({ name: `cli:${userInfo().username}`, role: 'admin' });
