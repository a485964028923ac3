import { register } from 'tsx/esm/api';

register();

// Left to jest, the TypeScript would be read as CommonJS.
const { startPostgres } = await import('../start-postgres.ts');

export default startPostgres;
