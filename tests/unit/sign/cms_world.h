/* cms_world.h - a chain of three people, whose signature over the manifest of an else perfect
 * dossier is judged; of the tests of signatures and of certificates. */
#ifndef TESTS_CMS_WORLD_H
#define TESTS_CMS_WORLD_H

#include "pki.h"

struct world {
    struct fixture fixture;
    struct person root, between, signer; /* a chain of three */
    struct str trust, manifest;
};

static const struct issue ca = { .name = "Root",
                                 .basic = "critical,CA:TRUE",
                                 .usage = "critical,keyCertSign,cRLSign" };
static const struct issue person = { .name = "Signer",
                                     .basic = "critical,CA:FALSE",
                                     .usage = "critical,digitalSignature",
                                     .extended = "emailProtection" };

static struct world world_new(void)
{
    struct world world = { .fixture = fixture_new() };
    world.root = pki_person(pki_key("P-256"), ca, NULL);
    struct issue between = ca;
    between.name = "Between";
    world.between = pki_person(pki_key("P-256"), between, &world.root);
    world.signer = pki_person(pki_key("P-256"), person, &world.between);
    world.trust = pki_pem(world.fixture.home, world.root.certificate);
    world.manifest = bytes_of(world.fixture.member, MANIFEST_1);
    return world;
}

static void world_free(struct world *world)
{
    person_free(&world->root);
    person_free(&world->between);
    person_free(&world->signer);
    fixture_free(&world->fixture);
}

static struct checks judged(struct world *world, struct str der, struct str trust, int64_t at)
{
    struct arena *home = world->fixture.home;
    struct entries member = with(home, world->fixture.member, SIGNATURE_1, der);
    return verified(home, contained(home, member), trust, at);
}

static struct str signed_by(struct world *world, struct signing signing)
{
    return pki_sign(world->fixture.home, world->manifest, signing);
}

static struct signing honest(struct world *world)
{
    return (struct signing){ .signer = &world->signer, .extra = { world->between.certificate } };
}

#endif
