import { poolerAway, redisAway } from '../../../scripts/faults/kinds/away.ts'
import { failover } from '../../../scripts/faults/kinds/failover.ts'
import { rollingRestart } from '../../../scripts/faults/kinds/rolling-restart.ts'
import { wrongClocks } from '../../../scripts/faults/kinds/wrong-clocks.ts'
import { testFaults } from './test-faults.ts'

testFaults(redisAway, wrongClocks, rollingRestart, poolerAway, failover)
