import { describe } from '@jest/globals';
import { runMatrix } from './run-matrix.ts';

describe('on one instance', () => runMatrix(1));
