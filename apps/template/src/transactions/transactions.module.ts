import { Module } from '@nestjs/common';
import { EditTransactions } from './edit-transactions.js';

@Module({ providers: [EditTransactions], exports: [EditTransactions] })
export class TransactionsModule {}
