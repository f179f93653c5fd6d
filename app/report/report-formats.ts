/** The formats of `report --format`. */
export const REPORT_FORMATS = ['text', 'json', 'junit', 'sarif'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];
