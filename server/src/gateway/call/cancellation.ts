import type { LightAbortSignal } from '../../light/light-abort-signal.ts'
import type { Refusal } from '../entry/errors/refusals.ts'

/** An answer that is being delivered: what it has cost so far, and how to end it. */
export type Delivery = {
  channel_id: number
  /** The charge of what was delivered so far. */
  accrued(): number
  /**
   * The most that the charge can become without a further request of the client. Absent where nothing bounds it. A hold of
   * this amount is not extended.
   */
  most?(): number
  /** What was delivered so far. */
  progress?(): { bytes: number; tokens: number }
  /** Ends the delivery: the balance does not cover more of it, or its charge could not be kept. */
  stop(refusal: Refusal): void
  /** The hold was checked, and the delivery may go on; a little beyond its hold where the database was away. */
  goOn?(isUnheld: boolean): void
}

/** How a running call is ended from outside: its client hangs up, or an administrator cancels it. */
export class Cancellation {
  /** Aborted when the client hangs up, or when an administrator cancels the call before its answer is delivered. */
  gone: LightAbortSignal | undefined
  /** Present while an answer is delivered. */
  delivery: Delivery | undefined
  /** Why the call was ended, once an administrator has cancelled it. */
  refusal: Refusal | undefined

  /** From now on the answer is delivered, and the keeper of the hold keeps its charge so far. */
  beginDelivery(delivery: Delivery, keeper: { watch(delivery: Delivery): void } | undefined): void {
    this.delivery = delivery
    keeper?.watch(delivery)
  }

  cancel(refusal: Refusal): void {
    this.refusal = refusal
    if (this.delivery) this.delivery.stop(refusal)
    else this.gone?.abort()
  }
}
