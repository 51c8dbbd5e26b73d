/** A certificate for `localhost` and 127.0.0.1 that only tests trust, with its key: neither protects anything. */
export const testCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBmzCCAUGgAwIBAgIUMDOmzuZvUKnMcahazOMqbdEDOzswCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExODAyNDYzMVoYDzIxMjYxMDI1
MDI0NjMxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASoRgvSDQvSt1FtBRInerisV9vQc6OPEarEFZ0Q925Fc+gN3PZ7Sf//
Goo+ZWloZeGGzOq+ychfGqTmnWnhfLDGo28wbTAdBgNVHQ4EFgQUVfKd+Sro95GD
NrAxW9/jF66Nd90wHwYDVR0jBBgwFoAUVfKd+Sro95GDNrAxW9/jF66Nd90wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSAAwRQIhAO+i10c7mKN15szZiSL+kG7/4Gj+QMXuidTrh2bofMjUAiAg
9++rPLms+z/84enyboYu9NDr4btwqM2Ub4mpH1kEoA==
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKlmcbLdhwbkeygP5
LfWqQORU1hNvaymAHiXRS2oWgpihRANCAASoRgvSDQvSt1FtBRInerisV9vQc6OP
EarEFZ0Q925Fc+gN3PZ7Sf//Goo+ZWloZeGGzOq+ychfGqTmnWnhfLDG
-----END PRIVATE KEY-----
`,
}
