import { Module } from '@nestjs/common';
import { TestClocksController } from './test-clocks.controller.js';

/** Clocks for test email. */
@Module({ controllers: [TestClocksController] })
export class TestClocksModule {}
