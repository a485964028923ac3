export { listMethods, type ListMethodsNeeds, type UsableMethod } from './list-methods.ts';
