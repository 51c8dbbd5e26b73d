/** Whether this run has every test on every database (`npm run test:long`). The runner, scripts/test.ts, says so. */
export const isLongRun = process.env.TURNPIKE_TEST_LONG === '1'
