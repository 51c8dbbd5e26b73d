export const channelsMax = 8

/** Whether a recording can have this many samples a second. A rate beyond it would make any recording short. */
export const isPlausibleRate = (rate: number): boolean => rate >= 1_000 && rate <= 384_000
