import { describe } from '@jest/globals';
import { runMatrix } from './run-matrix.ts';

describe('on one instance, a payment ends as the matrix says after', () => runMatrix(1));
