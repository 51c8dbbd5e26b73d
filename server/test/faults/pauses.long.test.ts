import { oldPrimary } from '../../../scripts/faults/kinds/old-primary.ts'
import { paused } from '../../../scripts/faults/kinds/paused.ts'
import { pausedPastExpiry } from '../../../scripts/faults/kinds/paused-past-expiry.ts'
import { testFaults } from './test-faults.ts'

testFaults(paused, pausedPastExpiry, oldPrimary)
