// Damaged streams, read without a parse and with one: both must say the same. npm run fuzz [-- 1000000 [seed]]
import { fuzzStreams } from '../server/test/fuzz/streams.ts'

const [count = '1000000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
console.log(`${count} streams, seed ${seed}`)
const began = performance.now()
const step = 50_000
let plain = 0
for (let done = 0; done < Number(count); done += step) {
  plain += (await fuzzStreams(Math.min(step, Number(count) - done), Number(seed) + done)).plain
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${done + step}: no difference in ${seconds} s, ${plain} events were read without a parse`)
}
