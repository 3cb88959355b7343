#!/bin/bash
# A Debian kernel for the virtual machine, into the folder $1: vmlinuz, initrd, and its few modules under modules/.
# gpio-sim is in none of Debian's kernels: it is compiled from Debian's own source, with irq_sim beside it.
# Needs (apt): gcc-12 make cpio kmod xz-utils
set -euo pipefail
mkdir -p "$1" && cd "$1"
package=$(apt-cache depends linux-image-amd64 | awk '/Depends:/{print $2; exit}')
version=${package#linux-image-}
common=${version%-amd64}

mkdir -p debs headers source gpio-sim
(cd debs && apt-get download -q "$package" "linux-headers-$version" "linux-headers-$common-common" \
    linux-kbuild-6.1 linux-source-6.1 busybox-static >/dev/null)
for deb in debs/linux-headers-"$version"_* debs/linux-headers-"$common"-common_* debs/linux-kbuild-6.1_*; do
    dpkg -x "$deb" headers
done
here=$PWD/headers/usr/src/linux-headers-$version
sed -i "s|^include /usr/src/|include $PWD/headers/usr/src/|" "$here/Makefile"
dpkg --fsys-tarfile debs/linux-source-6.1_*.deb | tar -xO ./usr/src/linux-source-6.1.tar.xz |
    tar -xJ -C source --strip-components=1 --wildcards \
        '*/drivers/gpio/gpio-sim.c' '*/drivers/gpio/gpiolib.h' '*/kernel/irq/irq_sim.c'
cp source/drivers/gpio/gpio-sim.c source/drivers/gpio/gpiolib.h source/kernel/irq/irq_sim.c gpio-sim/
# irq_to_desc is not exported to modules; generic_handle_irq does the same.
sed -i -e 's/handle_simple_irq(irq_to_desc(irqnum));/generic_handle_irq(irqnum);/' \
    -e 's|#include <linux/slab.h>|&\n#include <linux/module.h>|' gpio-sim/irq_sim.c
echo 'MODULE_LICENSE("GPL");' >>gpio-sim/irq_sim.c
echo 'obj-m := irq_sim.o gpio-sim.o' >gpio-sim/Makefile
make -s -C "$here" M="$PWD/gpio-sim" modules

# Only the modules that the tests need: an image that is small, and quick to start.
mkdir unpacked && dpkg -x debs/"${package}"_*.deb unpacked
modules=unpacked/lib/modules/$version
wanted='drivers/(virtio|block/virtio_blk|i2c/i2c-(dev|stub)|char/hw_random/virtio)|fs/(ext4|jbd2|mbcache|configfs|overlayfs|autofs)|lib/crc|crypto/crc32c|arch/x86/crypto/crc32c'
(cd "$modules/kernel" && find . -name '*.ko' | grep -vE "$wanted" | xargs rm -f && find . -type d -empty -delete)
mkdir -p "$modules/extra" && cp gpio-sim/*.ko "$modules/extra/"
depmod -b unpacked "$version"

mkdir -p root/{bin,dev,proc,sys,mnt,m}
dpkg --fsys-tarfile debs/busybox-static_*.deb | tar -xO ./bin/busybox >root/bin/busybox
chmod +x root/bin/busybox
for module in virtio_pci virtio_blk crc32c_generic ext4; do
    modprobe -d "$PWD/unpacked" -S "$version" --show-depends "$module" | awk '/^insmod/{print $2}'
done | awk '!seen[$0]++' | while read -r file; do
    cp "$file" root/m/
    basename "$file" >>root/m/order
done
cat >root/init <<'I'
#!/bin/busybox sh
b=/bin/busybox
$b mount -t proc p /proc; $b mount -t sysfs s /sys; $b mount -t devtmpfs d /dev
while read m; do $b insmod /m/$m; done </m/order
i=0; while [ ! -b /dev/vda ] && [ $i -lt 200 ]; do $b usleep 50000; i=$((i+1)); done
$b mount -t ext4 -o rw,noatime /dev/vda /mnt || exec $b sh
$b mount --move /dev /mnt/dev; $b umount /sys; $b umount /proc
exec $b switch_root /mnt /sbin/init
I
chmod +x root/init
(cd root && find . | cpio -o -H newc --quiet) >initrd
cp unpacked/boot/vmlinuz-"$version" vmlinuz
mv unpacked/lib/modules modules
rm -rf debs headers source gpio-sim unpacked root
