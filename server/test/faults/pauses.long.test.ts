import { oldPrimary } from '../../../scripts/faults/kinds/failover.ts'
import { paused, pausedPastExpiry } from '../../../scripts/faults/kinds/paused.ts'
import { testFaults } from './test-faults.ts'

testFaults(paused, pausedPastExpiry, oldPrimary)
