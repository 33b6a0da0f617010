/** The id of the limits on the usage page, to which settings link. */
export const LIMITS_ID = "limits";
