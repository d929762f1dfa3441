import { describeContract } from '@postrider/testing';
import { trackingService } from './tracking.service-definition.js';

/** Answers no calls yet; takes the events of messages. */
describeContract(trackingService, []);
