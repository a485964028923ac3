import { keepPromises } from './keep-promises.ts';
import { seedHalves } from './seeds.ts';

keepPromises(seedHalves[1]);
