import { describe } from '@jest/globals';
import { runMatrix } from './run-matrix.ts';

describe('on two instances that take turns', () => runMatrix(2));
