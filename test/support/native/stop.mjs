// In the process of start.mjs, which reads TypeScript since then.
const { stopPostgres } = await import('../stop-postgres.ts');

export default stopPostgres;
