export { ProviderFake } from './provider-fake.js';
export type {
  AcceptedMail,
  FakeResponse as FakeAnswer,
  FakeFault,
  FakeProvider,
  FakeRequest,
} from './provider-fake.js';
export { sendGridErrors, sendGridFake } from './sendgrid.js';
export { mailgunErrors, mailgunFake } from './mailgun.js';
export { mandrillErrors, mandrillFake } from './mandrill.js';
export { postmarkErrors, postmarkFake } from './postmark.js';
export { sesErrors, sesFake } from './ses.js';
export { mailjetErrors, mailjetFake } from './mailjet.js';
export { dynErrors, dynFake } from './dyn.js';
export { sparkPostErrors, sparkPostFake } from './sparkpost.js';
