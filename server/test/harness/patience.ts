/** No operation of the ledger is given up because the machine is busy. Tests of a database that is away are less patient. */
export const patientLedger = { giveUpMs: 60_000, awayAfterMs: 60_000, recallMs: 60_000 }
