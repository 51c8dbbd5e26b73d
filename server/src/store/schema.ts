import type {
  OneTimeValuesTable,
  SavedViewsTable,
  SessionsTable,
  ShareLinksTable,
  TokensTable,
  UsersTable,
} from './schema/accounts.ts'
import type { AbilitiesTable, ChannelAttemptsTable, ChannelsTable, DeletedChannelsTable } from './schema/channels.ts'
import type { LogsTable } from './schema/logs.ts'
import type { HoldsTable, LedgerTable, PaymentNoticesTable, RedemptionsTable, TopUpsTable } from './schema/money.ts'
import type { LedgerMarksTable, QuotaWarningsTable, SeenIdentitiesTable } from './schema/notifications.ts'
import type {
  AuditChangesTable,
  AuditTable,
  LeasesTable,
  OptionsTable,
  RevisionTable,
  RunsTable,
  SchemaMigrationsTable,
  UndoneActsTable,
} from './schema/operation.ts'
import type { TasksTable } from './schema/tasks.ts'
import type { QuotaDataTable, UsageHoursFillTable, UsageHoursTable, UsageModelHoursTable } from './schema/usage.ts'

/** Every table, as the migrations create it. Columns have their wire names; amounts and times are whole numbers. */
export interface Database {
  users: UsersTable
  sessions: SessionsTable
  one_time_values: OneTimeValuesTable
  tokens: TokensTable
  share_links: ShareLinksTable
  saved_views: SavedViewsTable
  channels: ChannelsTable
  abilities: AbilitiesTable
  deleted_channels: DeletedChannelsTable
  channel_attempts: ChannelAttemptsTable
  ledger: LedgerTable
  holds: HoldsTable
  redemptions: RedemptionsTable
  top_ups: TopUpsTable
  payment_notices: PaymentNoticesTable
  tasks: TasksTable
  quota_data: QuotaDataTable
  usage_hours: UsageHoursTable
  /** `hour` is the first one of a day. */
  usage_days: UsageHoursTable
  usage_model_hours: UsageModelHoursTable
  usage_hours_fill: UsageHoursFillTable
  options: OptionsTable
  revision: RevisionTable
  leases: LeasesTable
  runs: RunsTable
  audit: AuditTable
  audit_changes: AuditChangesTable
  undone_acts: UndoneActsTable
  seen_identities: SeenIdentitiesTable
  quota_warnings: QuotaWarningsTable
  ledger_marks: LedgerMarksTable
  logs: LogsTable
  schema_migrations: SchemaMigrationsTable
}
