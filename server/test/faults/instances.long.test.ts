import { failover } from '../../../scripts/faults/kinds/failover.ts'
import { poolerAway } from '../../../scripts/faults/kinds/pooler-away.ts'
import { redisAway } from '../../../scripts/faults/kinds/redis-away.ts'
import { rollingRestart } from '../../../scripts/faults/kinds/rolling-restart.ts'
import { wrongClocks } from '../../../scripts/faults/kinds/wrong-clocks.ts'
import { testFaults } from './test-faults.ts'

testFaults(redisAway, wrongClocks, rollingRestart, poolerAway, failover)
