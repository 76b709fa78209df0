/** The prefix of everything that shows controllers of companies. */
export const companyControllersKey = ['company-controllers'] as const
