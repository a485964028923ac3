export { startJobs, type JobNeeds, type Jobs, type Sweep, type Notifiable } from './start-jobs.ts';
