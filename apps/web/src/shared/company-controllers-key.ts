/** Below it is all that shows controllers of companies. */
export const companyControllersKey = ['company-controllers'] as const
