import type { LightAbortSignal } from '../../light/light-abort-signal.ts'
import type { Refusal } from '../entry/errors/refusals.ts'

/** A response that is being delivered: its cost so far, and how to end it. */
export type Delivery = {
  channel_id: number
  /** The charge of the output delivered so far. */
  accrued(): number
  /**
   * The largest charge possible without a further request of the client. Absent if nothing bounds it. A hold of this
   * amount is not extended.
   */
  most?(): number
  /** Output delivered so far. */
  progress?(): { bytes: number; tokens: number }
  /** Ends the delivery, because the balance does not cover more or the charge could not be stored. */
  stop(refusal: Refusal): void
  /**
   * The hold was checked, and the delivery continues; `isUnheld`: a little beyond the hold, because the database is
   * unavailable.
   */
  goOn?(isUnheld: boolean): void
}

/** How a running call is ended from outside: its client hangs up, or an administrator cancels it. */
export class Cancellation {
  /** Aborted when the client hangs up, or when an administrator cancels the call before its response is delivered. */
  gone: LightAbortSignal | undefined
  /** Present while a response is delivered. */
  delivery: Delivery | undefined
  /** Why the call was ended, once an administrator has cancelled it. */
  refusal: Refusal | undefined

  /** Delivery begins: from now on the keeper stores the charge so far with the hold. */
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
