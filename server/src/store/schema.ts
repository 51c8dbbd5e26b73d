import type { IdentityTables } from './schema/identity.ts'
import type { MoneyTables } from './schema/money.ts'
import type { RoutingTables } from './schema/routing.ts'
import type { SystemTables } from './schema/system.ts'
import type { UsageTables } from './schema/usage.ts'

/** Every table, as the migrations create it. Columns have their wire names; amounts and times are whole numbers. */
export interface Database extends IdentityTables, RoutingTables, MoneyTables, UsageTables, SystemTables {}
