export const key = 'sk-config-journey-5d20c1'

export const path = '/setting?tab=system&section=config-file'
