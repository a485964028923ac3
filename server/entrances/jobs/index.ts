export { startJobs, type JobNeeds, type Jobs, type Sweep } from './start-jobs.ts';
