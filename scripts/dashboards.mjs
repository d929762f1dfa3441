// npm run dashboards: writes the Grafana dashboards of k8s/components/monitoring from the metrics that the code defines.
import { write } from './lib/observability/dashboards.mjs';

write();
