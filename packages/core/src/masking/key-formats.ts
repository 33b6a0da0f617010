/** The characters after the prefix of a key. */
export type KeyAlphabet = "alnum" | "hex" | "upper" | "url" | "base64" | "dotted";

/** A form of keys: a prefix, then `min` or more characters of an alphabet. */
export type KeyFormat = {
  readonly kind: string;
  readonly prefixes: readonly string[];
  readonly alphabet: KeyAlphabet;
  readonly min: number;
  /** Ordinary words begin like this, so the rest must look random: digits among letters. @default false */
  readonly looksRandom?: boolean;
};

/**
 * Forms of keys and tokens. Prefixes, alphabets and lengths follow the rules of secretlint (@secretlint/secretlint-rule-preset-recommend 12.0.0, MIT
 * license, copyright 2020 azu) and what the providers document; lengths are lower bounds, so that longer keys of later years are found as well. They are not
 * regular expressions: a scan over them is linear by construction.
 */
export const KEY_FORMATS: readonly KeyFormat[] = [
  { kind: "github-token", prefixes: ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], alphabet: "url", min: 20 },
  { kind: "github-token", prefixes: ["github_pat_"], alphabet: "url", min: 20 },
  {
    ...{ kind: "gitlab-token", alphabet: "dotted", min: 16 },
    prefixes: ["glpat-", "gldt-", "glrt-", "glptt-", "gloas-", "glcbt-", "glft-", "glagent-"],
  },
  { kind: "anthropic-key", prefixes: ["sk-ant-"], alphabet: "url", min: 20, looksRandom: true },
  { kind: "api-key", prefixes: ["sk-", "pk-", "rk-", "gt_"], alphabet: "url", min: 16, looksRandom: true },
  {
    ...{ kind: "stripe-key", alphabet: "alnum", min: 16 },
    prefixes: ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "pk_live_", "pk_test_", "whsec_"],
  },
  {
    kind: "aws-key",
    prefixes: ["AKIA", "ASIA", "AROA", "AIDA", "AGPA", "ANPA", "ABIA"],
    alphabet: "upper",
    min: 16,
  },
  { kind: "google-key", prefixes: ["AIza"], alphabet: "url", min: 30 },
  { kind: "google-token", prefixes: ["GOCSPX-", "ya29."], alphabet: "url", min: 20 },
  {
    ...{ kind: "slack-token", alphabet: "dotted", min: 10 },
    prefixes: ["xoxb-", "xoxp-", "xoxa-", "xoxo-", "xoxr-", "xoxs-", "xoxe-", "xoxe.", "xapp-"],
  },
  { kind: "slack-webhook", prefixes: ["hooks.slack.com/services/"], alphabet: "base64", min: 20 },
  { kind: "discord-webhook", prefixes: ["discord.com/api/webhooks/"], alphabet: "base64", min: 30 },
  { kind: "npm-token", prefixes: ["npm_"], alphabet: "alnum", min: 30 },
  { kind: "pypi-token", prefixes: ["pypi-AgE"], alphabet: "url", min: 40 },
  { kind: "rubygems-key", prefixes: ["rubygems_"], alphabet: "hex", min: 40 },
  { kind: "huggingface-token", prefixes: ["hf_"], alphabet: "alnum", min: 20 },
  { kind: "groq-key", prefixes: ["gsk_"], alphabet: "alnum", min: 40 },
  { kind: "replicate-token", prefixes: ["r8_"], alphabet: "alnum", min: 30 },
  { kind: "perplexity-key", prefixes: ["pplx-"], alphabet: "alnum", min: 30 },
  { kind: "tavily-key", prefixes: ["tvly-"], alphabet: "url", min: 20, looksRandom: true },
  { kind: "sendgrid-key", prefixes: ["SG."], alphabet: "dotted", min: 40 },
  { kind: "sendinblue-key", prefixes: ["xkeysib-", "xsmtpsib-"], alphabet: "url", min: 40 },
  { kind: "mailgun-key", prefixes: ["key-"], alphabet: "hex", min: 32 },
  { kind: "twilio-key", prefixes: ["SK", "AC"], alphabet: "hex", min: 32 },
  { kind: "shopify-token", prefixes: ["shpat_", "shpca_", "shppa_", "shpss_"], alphabet: "alnum", min: 32 },
  { kind: "square-token", prefixes: ["sq0atp-", "sq0csp-", "sq0idp-"], alphabet: "url", min: 20 },
  { kind: "grafana-token", prefixes: ["glc_", "glsa_"], alphabet: "base64", min: 30 },
  { kind: "onepassword-token", prefixes: ["ops_ey"], alphabet: "base64", min: 80 },
  { kind: "vault-token", prefixes: ["hvs.", "hvb.", "hvr."], alphabet: "url", min: 24 },
  { kind: "vercel-token", prefixes: ["vcp_", "vci_", "vca_", "vcr_", "vck_"], alphabet: "alnum", min: 20 },
  { kind: "databricks-token", prefixes: ["dapi"], alphabet: "hex", min: 32 },
  { kind: "docker-token", prefixes: ["dckr_pat_", "dckr_oat_"], alphabet: "url", min: 24 },
  { kind: "figma-token", prefixes: ["figd_"], alphabet: "url", min: 36 },
  { kind: "linear-key", prefixes: ["lin_api_", "lin_oauth_"], alphabet: "alnum", min: 30 },
  { kind: "notion-token", prefixes: ["ntn_"], alphabet: "alnum", min: 40 },
  { kind: "digitalocean-token", prefixes: ["dop_v1_", "doo_v1_", "dor_v1_"], alphabet: "hex", min: 60 },
  { kind: "doppler-token", prefixes: ["dp.pt.", "dp.st.", "dp.sa."], alphabet: "dotted", min: 40 },
  { kind: "postman-key", prefixes: ["PMAK-"], alphabet: "url", min: 40 },
  { kind: "newrelic-key", prefixes: ["NRAK-", "NRII-", "NRJS-"], alphabet: "url", min: 19 },
  { kind: "atlassian-token", prefixes: ["ATATT3", "ATBB", "ATCTT3"], alphabet: "base64", min: 24 },
  { kind: "sentry-token", prefixes: ["sntrys_", "sntryu_"], alphabet: "base64", min: 40 },
  { kind: "supabase-key", prefixes: ["sbp_"], alphabet: "hex", min: 40 },
  {
    kind: "planetscale-token",
    prefixes: ["pscale_tkn_", "pscale_pw_", "pscale_oauth_"],
    alphabet: "dotted",
    min: 30,
  },
  { kind: "pulumi-token", prefixes: ["pul-"], alphabet: "hex", min: 40 },
  { kind: "dynatrace-token", prefixes: ["dt0c01.", "dt0s01."], alphabet: "dotted", min: 60 },
  { kind: "age-key", prefixes: ["AGE-SECRET-KEY-1"], alphabet: "upper", min: 50 },
];
