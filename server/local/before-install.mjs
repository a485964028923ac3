import '../require-node.mjs';
import { launcherProblem } from './launcher.mjs';
import { portProblems } from './ports.mjs';

// What would stop `make run` anyhow is said before the minute that installing takes.
const running = launcherProblem(process.env['TURNPIKE_DATA_DIR'] || '.turnpike');
const problems = running === null ? await portProblems(process.env) : [running];
problems.forEach((line) => console.error(line));
process.exitCode = problems.length === 0 ? 0 : 1;
