import { describe } from '@jest/globals';
import { runMatrix } from './run-matrix.ts';

describe('on two instances that take turns, a payment ends as the matrix says after', () => runMatrix(2));
