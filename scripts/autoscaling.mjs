// npm run autoscaling: simulates days of load with the rules of k8s/components/autoscaling and writes docs/capacity.md#autoscaling.
import { report, write } from './lib/autoscaling/report.mjs';

write();
console.log(report());
