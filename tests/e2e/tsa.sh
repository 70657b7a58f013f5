# tsa.sh - sourced: certificates at chosen days, and time stamping authorities made with openssl; no network.
# Needs DAY (YYYY-MM-DD). at DAY command...: runs it on that day.
at() {
    when=$1
    shift
    faketime -f "@$when 12:00:00" "$@"
}
seconds() { date -u -d "$1 12:00:00" +%s; }
root() { # name, first day, days
    at "$2" openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$1.key" -subj "/CN=$1" -days "$3" -out "$1.pem" 2>/dev/null
}
person() { # name, root, first day, days
    printf 'keyUsage=critical,digitalSignature,nonRepudiation\nbasicConstraints=CA:FALSE\n' >person.ext
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$1.key" -subj "/CN=$1" -out "$1.csr" 2>/dev/null
    at "$3" openssl x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "$2.key" -days "$4" -extfile person.ext -out "$1.pem" 2>/dev/null
}
authority() { # name, root, first day, days, words for the key
    printf 'extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\nbasicConstraints=CA:FALSE\n' >tsa.ext
    # shellcheck disable=SC2086
    openssl req -newkey ${5:-ec -pkeyopt ec_paramgen_curve:P-256} -nodes -keyout "$1.key" -subj "/CN=$1" -out "$1.csr" 2>/dev/null
    at "$3" openssl x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "$2.key" -days "$4" -extfile tsa.ext -out "$1.pem" 2>/dev/null
    printf '01\n' >"$1.serial"
    cat >"$1.cnf" <<C
[tsa]
default_tsa = one
[one]
serial = $PWD/$1.serial
signer_cert = $PWD/$1.pem
signer_key = $PWD/$1.key
signer_digest = sha256
default_policy = 1.3.6.1.4.1.99999.1
digests = sha256, sha384, sha512
accuracy = secs:1
ess_cert_id_alg = sha256
C
}
reply() { # day, authority, query, response
    at "$1" openssl ts -reply -config "$2.cnf" -section one -queryfile "$3" -out "$4" 2>/dev/null
}
