import { describeGateway } from '../describe-gateway.js';

console.log(JSON.stringify(describeGateway(), null, 2));
