export { startJobs, type JobNeeds, type Jobs, type Sweep, type Wakeable } from './start-jobs.ts';
